// The room of EventBus.
