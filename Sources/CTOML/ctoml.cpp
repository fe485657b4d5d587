// toml++ behind a few C functions: the only C++ of the package.
#include "ctoml.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Some damaged texts violate what toml++ (3.3) asserts of itself. Without these lines that ends the process, and in a release
// build, where its assertions become assumptions of the optimiser, in undefined behaviour; with them it is one more parse error.
#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? static_cast<void>(0) : throw std::logic_error("this is not TOML"))
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace {

struct Leaf {
    std::string path;
    ctoml_type type;
    toml::source_position position;
    std::string text;
    int64_t integer = 0;
    double number = 0;
    bool boolean = false;
    /// Of an array; what is inside of arrays in it is left out.
    std::vector<Leaf> elements;
};

constexpr int most_dots_of_a_key = 32;
constexpr int most_brackets = 16;

/// Finds text whose tables would be nested so deeply that toml++, which frees and walks them by recursion, uses up the stack.
/// Skips strings and comments; everything else that matters are dots and brackets.
class DepthGuard {
public:
    explicit DepthGuard(std::string_view text) : text(text) {}

    /// True when it is too deep; `line` and `column` say where.
    bool is_too_deep() {
        int dots = 0, brackets = 0;
        while (index < text.size()) {
            char c = text[index];
            if (c == '"' || c == '\'') {
                skip_string(c);
                continue;
            }
            if (c == '#') {
                while (index < text.size() && text[index] != '\n') step();
                continue;
            }
            if (c == '.') dots++;
            if (c == '\n' || c == '=' || c == ',') dots = 0;
            if (c == '[' || c == '{') brackets++;
            if ((c == ']' || c == '}') && brackets > 0) brackets--;
            if (dots > most_dots_of_a_key || brackets > most_brackets) return true;
            step();
        }
        return false;
    }

    uint32_t line = 1, column = 1;

private:
    void step() {
        if (text[index++] == '\n') {
            line++;
            column = 1;
        } else {
            column++;
        }
    }

    void skip_string(char quote) {
        std::string_view fence = text.substr(index, 3);
        bool is_long = fence.size() == 3 && fence[1] == quote && fence[2] == quote;
        for (int i = is_long ? 3 : 1; i > 0; i--) step();
        while (index < text.size()) {
            char c = text[index];
            if (!is_long && c == '\n') return;
            if (c == '\\' && quote == '"') {
                step();
                if (index < text.size()) step();
                continue;
            }
            if (c == quote && (!is_long || text.substr(index, 3) == fence)) {
                for (int i = is_long ? 3 : 1; i > 0; i--) step();
                return;
            }
            step();
        }
    }

    std::string_view text;
    size_t index = 0;
};

bool is_bare(std::string_view key) {
    return !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

std::string joined(const std::string &parent, std::string_view key) {
    std::string shown = is_bare(key) ? std::string(key) : '"' + std::string(key) + '"';
    return parent.empty() ? shown : parent + "." + shown;
}

/// The value of a node that is no table.
Leaf leaf_of(const toml::node &node, std::string path, toml::source_position position) {
    Leaf leaf{std::move(path), CTOML_DATE, position, {}, 0, 0, false, {}};
    if (auto value = node.as_string()) {
        leaf.type = CTOML_STRING;
        leaf.text = value->get();
    } else if (auto value = node.as_integer()) {
        leaf.type = CTOML_INTEGER;
        leaf.integer = value->get();
    } else if (auto value = node.as_floating_point()) {
        leaf.type = CTOML_FLOAT;
        leaf.number = value->get();
    } else if (auto value = node.as_boolean()) {
        leaf.type = CTOML_BOOLEAN;
        leaf.boolean = value->get();
    } else if (node.is_array() || node.is_table()) {
        leaf.type = CTOML_ARRAY;
    }
    return leaf;
}

void walk(const toml::table &table, const std::string &parent, std::vector<Leaf> &leaves) {
    for (auto &&[key, node] : table) {
        std::string path = joined(parent, key.str());
        if (auto inner = node.as_table()) {
            walk(*inner, path, leaves);
            continue;
        }
        auto array = node.as_array();
        if (array && parent.empty() && array->is_homogeneous(toml::node_type::table)) {
            for (size_t index = 0; index < array->size(); index++) {
                auto &element = *array->get_as<toml::table>(index);
                std::string name = path + '[' + std::to_string(index) + ']';
                leaves.push_back({name, CTOML_TABLE, element.source().begin, {}, 0, 0, false, {}});
                walk(element, name, leaves);
            }
            continue;
        }
        Leaf leaf = leaf_of(node, path, key.source().begin);
        if (array) {
            for (auto &&element : *array) leaf.elements.push_back(leaf_of(element, path, element.source().begin));
        }
        leaves.push_back(std::move(leaf));
    }
}

bool violates_assertion(std::string_view text) {
    try {
        (void)toml::parse(text);
    } catch (const toml::parse_error &) {
    } catch (const std::logic_error &) {
        return true;
    }
    return false;
}

/// The line that makes the parser violate its assertions, which say no place: the first one at whose end it does.
/// The parser reads from front to back, so a search by halves finds it.
uint32_t violating_line(std::string_view text) {
    std::vector<size_t> ends;
    for (size_t index = 0; index < text.size(); index++) {
        if (text[index] == '\n' || index + 1 == text.size()) ends.push_back(index + 1);
    }
    auto found = std::partition_point(ends.begin(), ends.end(), [&](size_t end) { return !violates_assertion(text.substr(0, end)); });
    return static_cast<uint32_t>(found - ends.begin()) + (found == ends.end() ? 0 : 1);
}

}  // namespace

struct ctoml_document {
    std::vector<Leaf> leaves;
    bool failed = false;
    uint32_t line = 1, column = 1;
    std::string reason;

    void fail(uint32_t line, uint32_t column, std::string_view reason) {
        failed = true;
        this->line = std::max<uint32_t>(line, 1);
        this->column = std::max<uint32_t>(column, 1);
        this->reason = reason;
    }
};

extern "C" ctoml_document *ctoml_parse(const char *text, size_t length) try {
    auto document = std::make_unique<ctoml_document>();
    std::string_view view(text, length);
    DepthGuard guard(view);
    if (guard.is_too_deep()) {
        document->fail(guard.line, guard.column, "tables or arrays are nested too deeply");
        return document.release();
    }
    try {
        toml::table table = toml::parse(view);
        walk(table, "", document->leaves);
        // No two leaves begin at one place.
        std::sort(document->leaves.begin(), document->leaves.end(), [](const Leaf &a, const Leaf &b) {
            return a.position.line != b.position.line ? a.position.line < b.position.line : a.position.column < b.position.column;
        });
    } catch (const toml::parse_error &error) {
        document->fail(error.source().begin.line, error.source().begin.column, error.description());
    } catch (const std::logic_error &error) {
        document->fail(violating_line(view), 1, error.what());
    }
    return document.release();
} catch (...) {
    return nullptr;
}

extern "C" bool ctoml_failed(const ctoml_document *document, ctoml_failure *failure) {
    if (document->failed) *failure = {document->line, document->column, document->reason.c_str()};
    return document->failed;
}

extern "C" size_t ctoml_count(const ctoml_document *document) { return document->leaves.size(); }

static void describe(const Leaf &found, ctoml_leaf *leaf) {
    *leaf = {found.path.c_str(), found.type,         found.position.line, found.position.column, found.text.data(),
             found.text.size(),  found.integer, found.number,        found.boolean};
}

extern "C" bool ctoml_leaf_at(const ctoml_document *document, size_t index, ctoml_leaf *leaf) {
    if (index >= document->leaves.size()) return false;
    describe(document->leaves[index], leaf);
    return true;
}

extern "C" bool ctoml_element_at(const ctoml_document *document, size_t index, size_t element, ctoml_leaf *leaf) {
    if (index >= document->leaves.size() || element >= document->leaves[index].elements.size()) return false;
    describe(document->leaves[index].elements[element], leaf);
    return true;
}

extern "C" void ctoml_free(ctoml_document *document) { delete document; }
