using Microsoft.AspNetCore.Authentication.BearerToken;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Accounts;

/// <summary>
/// Accounts: sign-up, sign-in, sign-out, passwords and bans. Endpoints that compute a password hash have a separate concurrency limit.
/// </summary>
internal static class AccountsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddAccounts(this IServiceCollection services)
    {
        services.AddOptionsOf<AccountsOptions>("Accounts");
        services.AddSingleton<Passwords>();
        services.AddOptionsOf<AttemptsOptions>("Attempts");
        services.AddSingleton<SignInThrottle>();
        services.AddSingleton<KnownNetworks>();
        services.AddSingleton<PasswordGuard>();
        services.AddSingleton<AccessTokens>();
        services.AddSingleton<SignInService>();
        services.AddOptionsOf<SessionsOptions>("Sessions");
        services.AddSingleton<RevokedSessions>();
        services.AddHostedService(provider => provider.GetRequiredService<RevokedSessions>());
        services.AddSingleton<IPostConfigureOptions<BearerTokenOptions>, RejectRevokedSessions>();
        services.AddSingleton<AccountsQueries>();
    }

    public static void MapAccounts(this IEndpointRouteBuilder routes)
    {
        var anybody = routes.MapGroup("/api").WithTags("Accounts").AllowAnonymous();
        anybody.MapPost("/accounts", SignUp.Handle).ProducesProblems(AccountsProblems.EmailTaken, AccountsProblems.TooManyAttempts, AccountsProblems.SignInBusy).WithMetadata(Lane.SignIns);
        anybody.MapPost("/accounts/confirmations", ConfirmEmail.Handle).ProducesProblems(AccountsProblems.NoSuchCode);
        anybody.MapPost("/sessions", SignIn.Handle).ProducesProblems(AccountsProblems.BadCredentials, AccountsProblems.AccountBanned, AccountsProblems.TooManyAttempts, AccountsProblems.SignInBusy).WithMetadata(Lane.SignIns);
        anybody.MapPost("/sessions/browser", SignInBrowser.Handle).ProducesProblems(AccountsProblems.BadCredentials, AccountsProblems.AccountBanned, AccountsProblems.TooManyAttempts, AccountsProblems.SignInBusy).WithMetadata(Lane.SignIns);
        anybody.MapPost("/password-resets", RequestPasswordReset.Handle).ProducesProblems(AccountsProblems.TooManyAttempts);
        anybody.MapPut("/password-resets", ResetPassword.Handle).ProducesProblems(AccountsProblems.NoSuchCode, AccountsProblems.SignInBusy).WithMetadata(Lane.SignIns);

        var signedIn = routes.MapGroup("/api").WithTags("Accounts").RequireAuthorization();
        signedIn.MapPut("/accounts/me/password", ChangePassword.Handle).ProducesProblems(AccountsProblems.BadCredentials, AccountsProblems.TooManyAttempts, AccountsProblems.SignInBusy).WithMetadata(Lane.SignIns);
        signedIn.MapGet("/sessions/current", ShowSession.Handle);
        signedIn.MapDelete("/sessions/current", SignOut.Handle);

        var operators = routes.MapGroup("/api/admin/accounts/{accountId}/ban").WithTags("Accounts").RequireOperator();
        operators.MapPut("", BanFan.Handle).ProducesProblems(AccountsProblems.NoSuchFan);
        operators.MapDelete("", LiftBan.Handle).ProducesProblems(AccountsProblems.NoSuchFan);
    }

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddAccountsJobs(this IServiceCollection services)
    {
        services.AddOptionsOf<MailOptions>("Mail");
        HttpMailer.AddTo(services);
        services.AddSingleton<IOutboxReceiver, MailCode>();
        services.AddHostedService<ForgetOldSignIns>();
    }
}
