#pragma once
#include <zlib.h>

// inflateInit2 is a macro; 15 window bits, and 16 more for the gzip format.
static inline int czlib_begin_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
