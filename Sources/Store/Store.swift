// The room of Store.
