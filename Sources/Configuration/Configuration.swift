// The room of Configuration.
