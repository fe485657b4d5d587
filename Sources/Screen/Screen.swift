// The room of Screen.
