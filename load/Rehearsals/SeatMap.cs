namespace Dugout.Load.Rehearsals;

/// <summary>Seats in one row, free or taken, and the choice that a fan of the scenario makes among the free ones.</summary>
internal sealed class SeatMap
{
    /// <summary>No second seat.</summary>
    public const int None = -1;

    private readonly int[] _free;
    private readonly int[] _position;

    /// <summary>Makes a map of free seats.</summary>
    public SeatMap(int seats)
    {
        _free = [.. Enumerable.Range(0, seats)];
        _position = [.. _free];
        Free = seats;
    }

    /// <summary>The number of free seats.</summary>
    public int Free { get; private set; }

    /// <summary>A free seat at random and, equally often, the next one too if it is free. There must be one.</summary>
    /// <returns>The seats; <see cref="None"/> for no second one.</returns>
    public (int First, int Second) Choose(Random random)
    {
        var first = _free[random.Next(Free)];
        return (first, random.Next(2) == 0 && IsFree(first + 1) ? first + 1 : None);
    }

    /// <summary>Takes seats, all or none.</summary>
    /// <returns>Their number; 0 if one of them is taken.</returns>
    public int TryTake(int first, int second)
    {
        if (!IsFree(first) || (second != None && !IsFree(second))) return 0;
        Take(first);
        if (second == None) return 1;
        Take(second);
        return 2;
    }

    /// <summary>Frees seats.</summary>
    public void Release(int first, int second)
    {
        Put(first);
        if (second != None) Put(second);
    }

    private bool IsFree(int seat) => seat < _position.Length && _position[seat] != None;

    private void Take(int seat)
    {
        var (place, last) = (_position[seat], _free[--Free]);
        (_free[place], _position[last], _position[seat]) = (last, place, None);
    }

    private void Put(int seat) => (_free[Free], _position[seat]) = (seat, Free++);
}
