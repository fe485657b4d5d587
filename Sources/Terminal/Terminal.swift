// The room of Terminal.
