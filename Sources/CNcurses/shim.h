#pragma once
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <term.h>
#include <wchar.h>

// Swift imports neither stdin (a macro) nor the mutable global stdscr, and newterm wants streams.
static inline SCREEN *cncurses_newterm(int descriptor) {
    FILE *output = fdopen(descriptor, "w");
    return output ? newterm(NULL, output, stdin) : NULL;
}

// stdscr is a mutable global, which Swift 6 refuses.
static inline WINDOW *cncurses_screen(void) { return stdscr; }

// curscr too.
static inline int cncurses_clear_next(void) { return clearok(curscr, TRUE); }

// cchar_t is a struct with a wide string in it; attributes are macros of a type of their own.
static inline int cncurses_put(int y, int x, const wchar_t *text, unsigned long attributes, short pair) {
    cchar_t cell;
    if (setcchar(&cell, text, (attr_t)attributes, pair, NULL) == ERR) return ERR;
    return mvwadd_wch(stdscr, y, x, &cell);
}

// Attribute macros with casts are not imported.
static inline unsigned long cncurses_bold(void) { return A_BOLD; }
static inline unsigned long cncurses_dim(void) { return A_DIM; }
static inline unsigned long cncurses_underline(void) { return A_UNDERLINE; }
static inline unsigned long cncurses_reverse(void) { return A_REVERSE; }

// COLORS is a mutable global.
static inline int cncurses_colors(void) { return COLORS; }

// Terminals whose description has the extended flag RGB take red, green and blue as one number.
static inline bool cncurses_is_direct(void) { return tigetflag((char *)"RGB") > 0 || tigetnum((char *)"RGB") > 0; }

// The result says whether a key code or a character came; both in one call.
static inline int cncurses_get(WINDOW *window, unsigned int *value) {
    wint_t input = 0;
    int result = wget_wch(window, &input);
    *value = (unsigned int)input;
    return result;
}

// KEY_F(n) takes an argument.
static inline int cncurses_function_key(int number) { return KEY_F(number); }

// tigetstr wants a non-const string and answers -1 for "no such capability".
static inline const char *cncurses_capability(const char *name) {
    char *value = tigetstr((char *)name);
    return value == (char *)-1 ? NULL : value;
}

// The width the C library, and so ncurses, gives a character; -1 for what it does not know.
static inline int cncurses_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
