#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Parses TOML text into JSON text. On failure it returns NULL and sets `error` to "line:column: why".
/// Both results are freed by the caller with `ctoml_free`.
char *ctoml_to_json(const char *text, char **error);

/// Where the value with this dotted path begins, as "line:column", or NULL when there is no such value.
char *ctoml_position(const char *text, const char *path);

void ctoml_free(char *text);

#ifdef __cplusplus
}
#endif
