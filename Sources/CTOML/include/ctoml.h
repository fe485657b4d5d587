#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parsed TOML text, or the reason why it is none; freed with `ctoml_free`.
typedef struct ctoml_document ctoml_document;

typedef enum {
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_DATE,
    CTOML_ARRAY,
    /// One table of an array of tables: `[[name]]`.
    CTOML_TABLE,
} ctoml_type;

/// One key with its value. Lines and columns count from 1; the pointers live as long as the document.
typedef struct {
    /// The keys from the root to this one, joined by dots; a key that is not bare is in double quotes.
    const char *path;
    ctoml_type type;
    uint32_t line, column;
    /// Of a string: UTF-8, which may hold zero bytes.
    const char *text;
    size_t length;
    int64_t integer;
    double number;
    bool boolean;
} ctoml_leaf;

/// Where and why a text is not TOML.
typedef struct {
    uint32_t line, column;
    const char *reason;
} ctoml_failure;

/// Parses a text; NULL only when memory is used up.
ctoml_document *ctoml_parse(const char *text, size_t length);

/// True, and `failure` is filled in, when the text is not TOML.
bool ctoml_failed(const ctoml_document *document, ctoml_failure *failure);

/// Every key with a value that is no table, in the order of the text.
/// A table of an array at the root is a leaf of its own, called `name[0]` and so on; its keys follow as `name[0].key`.
size_t ctoml_count(const ctoml_document *document);

/// One of them; false when there are not so many.
bool ctoml_leaf_at(const ctoml_document *document, size_t index, ctoml_leaf *leaf);

/// One element of the array that a leaf is; false when there are not so many. An array or a table in it has no elements.
bool ctoml_element_at(const ctoml_document *document, size_t index, size_t element, ctoml_leaf *leaf);

void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
