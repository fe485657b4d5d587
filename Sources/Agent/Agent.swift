// The room of Agent.
