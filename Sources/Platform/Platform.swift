// The room of Platform.
