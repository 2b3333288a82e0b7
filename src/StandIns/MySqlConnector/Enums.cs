// The package's enumerations. The numbers are upstream's, because Pomelo stores some of them and callers may.
namespace MySqlConnector;

public enum MySqlDbType
{
    Bool = -1, Decimal = 0, Byte = 1, Int16 = 2, Int32 = 3, Float = 4, Double = 5, Null = 6, Timestamp = 7, Int64 = 8, Int24 = 9,
    Date = 10, Time = 11, DateTime = 12, Year = 13, Newdate = 14, VarString = 15, Bit = 16, JSON = 245, NewDecimal = 246, Enum = 247,
    Set = 248, TinyBlob = 249, MediumBlob = 250, LongBlob = 251, Blob = 252, VarChar = 253, String = 254, Geometry = 255,
    UByte = 501, UInt16 = 502, UInt32 = 503, UInt64 = 508, UInt24 = 509, Binary = 600, VarBinary = 601,
    TinyText = 749, MediumText = 750, LongText = 751, Text = 752, Guid = 800,
}

public enum MySqlGuidFormat { Default, None, Char36, Char32, Binary16, TimeSwapBinary16, LittleEndianBinary16 }

public enum MySqlSslMode { None = 0, Disabled = 0, Preferred = 1, Required = 2, VerifyCA = 3, VerifyFull = 4 }

/// <summary>The server's error numbers that somebody here asks for by name; any other number still arrives as its value.</summary>
public enum MySqlErrorCode
{
    CommandTimeoutExpired = -1, None = 0, DatabaseCreateExists = 1007, DatabaseDropExists = 1008, ConnectionCountError = 1040,
    UnableToConnectToHost = 1042, HandshakeError = 1043, DatabaseAccessDenied = 1044, AccessDenied = 1045, NoDatabaseSelected = 1046,
    BadNullError = 1048, UnknownDatabase = 1049, TableExists = 1050, BadFieldError = 1054, DuplicateKeyEntry = 1062, ParseError = 1064,
    EmptyQuery = 1065, NoSuchThread = 1094, NoSuchTable = 1146, PacketTooLarge = 1153, NewAbortingConnection = 1184,
    TooManyUserConnections = 1203, LockWaitTimeout = 1205, LockDeadlock = 1213, NoReferencedRow = 1216, RowIsReferenced = 1217,
    WarningDataOutOfRange = 1264, OptionPreventsStatement = 1290, QueryInterrupted = 1317, DataTooLong = 1406, RowIsReferenced2 = 1451,
    NoReferencedRow2 = 1452, QueryTimeout = 3024, CheckConstraintViolated = 3819, ClientInteractionTimeout = 4031,
}
