# One image a program of ours: docker build --build-arg PROJECT=src/Api -t dugout/api:local .
# The programs' names in their images are given as arguments: dotnet Dugout.Api.dll.
FROM mcr.microsoft.com/dotnet/sdk:10.0 AS build
WORKDIR /source
COPY . .
ARG PROJECT
ENV DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
RUN test -n "$PROJECT" \
    && dotnet publish "$PROJECT" -c Release -p:UseAppHost=false -o /program

FROM mcr.microsoft.com/dotnet/aspnet:10.0
# Keys lie on a volume, which takes over to whom this folder belongs.
RUN mkdir -p /var/lib/dugout/keys && chown -R "$APP_UID:$APP_UID" /var/lib/dugout && chmod -R 700 /var/lib/dugout
WORKDIR /program
COPY --from=build /program .
USER $APP_UID
EXPOSE 8080
ENTRYPOINT ["dotnet"]
