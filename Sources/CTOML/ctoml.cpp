// toml++ behind three C functions: the only C++ of the package.
#include "ctoml.h"

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include <toml++/toml.h>

namespace {
char *copied(const std::string &text) { return strdup(text.c_str()); }

std::string position(const toml::source_position &begin) {
    return std::to_string(begin.line) + ":" + std::to_string(begin.column);
}
}  // namespace

extern "C" char *ctoml_to_json(const char *text, char **error) {
    try {
        std::ostringstream out;
        out << toml::json_formatter{toml::parse(std::string_view(text))};
        return copied(out.str());
    } catch (const toml::parse_error &failure) {
        *error = copied(position(failure.source().begin) + ": " + std::string(failure.description()));
    } catch (const std::exception &failure) {
        *error = copied(std::string("1:1: ") + failure.what());
    }
    return nullptr;
}

extern "C" char *ctoml_position(const char *text, const char *path) {
    try {
        toml::table table = toml::parse(std::string_view(text));
        toml::node_view<toml::node> node = table.at_path(path);
        if (!node.node()) return nullptr;
        return copied(position(node.node()->source().begin));
    } catch (const std::exception &) {
        return nullptr;
    }
}

extern "C" void ctoml_free(char *text) { std::free(text); }
