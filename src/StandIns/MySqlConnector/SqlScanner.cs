// Finds the placeholders of a statement: @name, @`name` and ?, outside of quotes and comments.
using System.Buffers;

namespace MySqlConnector;

internal ref struct SqlScanner(ReadOnlySpan<char> text, bool noBackslashEscapes)
{
    private static readonly SearchValues<char> Interesting = SearchValues.Create("'\"`@?#-/");

    private readonly ReadOnlySpan<char> _text = text;
    private int _at;

    /// <summary>Where the placeholder begins, its sign included.</summary>
    public int Start { get; private set; }

    /// <summary>Its length, sign and quotes included.</summary>
    public int Length { get; private set; }

    /// <summary>Its name without sign and quotes; empty for a question mark.</summary>
    public ReadOnlySpan<char> Name { get; private set; }

    /// <summary>True when it follows a word without a gap, as in app@localhost: a placeholder only if a parameter has that name.</summary>
    public bool IsGlued { get; private set; }

    /// <summary>Where the line comment begins that the text ends in, and that would swallow what is appended; else -1.</summary>
    public int LastComment { get; private set; } = -1;

    public bool Next()
    {
        while (true)
        {
            var found = _text[_at..].IndexOfAny(Interesting);
            if (found < 0)
            {
                _at = _text.Length;
                return false;
            }
            _at += found;
            switch (_text[_at])
            {
                case '\'' or '"' or '`': SkipQuoted(_at); break;
                case '#': SkipLine(); break;
                case '-':
                    if (Peek(1) == '-' && (_at + 2 >= _text.Length || Peek(2) <= ' '))
                        SkipLine();
                    else
                        _at++;
                    break;
                case '/': SkipComment(); break;
                case '?':
                    (Start, Length, IsGlued) = (_at++, 1, false);
                    Name = default;
                    return true;
                default:
                    if (TakeNamed())
                        return true;
                    break;
            }
        }
    }

    private bool TakeNamed()
    {
        Start = _at;
        var before = Start == 0 ? ' ' : _text[Start - 1];
        if (Peek(1) == '@')
        {
            _at += 2;
            return false;
        }
        // 'app'@'localhost' names an account.
        if (Peek(1) is '`' or '\'' or '"' && before is not ('`' or '\'' or '"'))
        {
            SkipQuoted(Start + 1);
            Name = _text[(Start + 2)..Math.Max(Start + 2, _at - 1)];
        }
        else
        {
            _at++;
            while (_at < _text.Length && IsNamePart(_text[_at]))
                _at++;
            Name = _text[(Start + 1).._at];
        }
        Length = _at - Start;
        IsGlued = IsNamePart(before) || before is '`' or '\'' or '"';
        return Name.Length > 0;
    }

    private static bool IsNamePart(char c) => char.IsLetterOrDigit(c) || c is '_' or '$' or '.';
    private readonly char Peek(int ahead) => _at + ahead < _text.Length ? _text[_at + ahead] : '\0';

    private void SkipQuoted(int start)
    {
        var quote = _text[start];
        for (_at = start + 1; _at < _text.Length; _at++)
        {
            // A doubled quote ends one text and begins the next, which comes to the same.
            if (_text[_at] == quote)
            {
                _at++;
                return;
            }
            if (_text[_at] == '\\' && quote != '`' && !noBackslashEscapes)
                _at++;
        }
        _at = _text.Length;
    }

    private void SkipLine()
    {
        var end = _text[_at..].IndexOf('\n');
        LastComment = end < 0 ? _at : -1;
        _at = end < 0 ? _text.Length : _at + end + 1;
    }

    private void SkipComment()
    {
        if (Peek(1) != '*')
        {
            _at++;
            return;
        }
        var end = _text[(_at + 2)..].IndexOf("*/");
        _at = end < 0 ? _text.Length : _at + 2 + end + 2;
    }
}
