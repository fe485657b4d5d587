// The room of Headless.
