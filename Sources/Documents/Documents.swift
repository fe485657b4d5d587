// The room of Documents.
