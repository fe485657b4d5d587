// The room of Dashboard.
