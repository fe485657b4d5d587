// The room of Transport.
