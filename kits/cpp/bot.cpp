// A bot for tahur. Make `choose` better!
//
// A message is one line of JSON. What a bot needs of it is easy to find without a library: tahur
// writes no field twice that is read here, and no quote or escape inside a text.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Moves = std::vector<std::string>;

struct Message {
    std::string line;

    // Where the value of a field begins, from a place on; npos if there is no such field.
    std::size_t field(const std::string &name, std::size_t from = 0) const {
        const std::string key = "\"" + name + "\":";
        const std::size_t at = line.find(key, from);
        return at == std::string::npos ? at : line.find_first_not_of(' ', at + key.size());
    }

    // A text; "" if there is no such field.
    std::string text(const std::string &name) const {
        const std::size_t at = field(name);
        if (at == std::string::npos || line[at] != '"') return "";
        return line.substr(at + 1, line.find('"', at + 1) - at - 1);
    }

    // A number; 0 if there is no such field.
    long number(const std::string &name, std::size_t from = 0) const {
        const std::size_t at = field(name, from);
        return at == std::string::npos ? 0 : std::strtol(line.c_str() + at, nullptr, 10);
    }

    // All numbers of a list, also of lists in it, one after the other; or all counts of an object.
    std::vector<long> numbers(const std::string &name) const {
        std::vector<long> found;
        int depth = 0;
        for (std::size_t at = field(name); at < line.size();) {
            const char c = line[at];
            if (c == '[' || c == '{') depth++;
            if ((c == ']' || c == '}') && --depth == 0) break;
            if ((c >= '0' && c <= '9') || c == '-') {
                char *end = nullptr;
                found.push_back(std::strtol(line.c_str() + at, &end, 10));
                at = static_cast<std::size_t>(end - line.c_str());
            } else {
                at = c == '"' ? line.find('"', at + 1) + 1 : at + 1;
            }
        }
        return found;
    }

    // The texts of a list.
    std::vector<std::string> texts(const std::string &name) const {
        std::vector<std::string> found;
        for (std::size_t at = field(name); at != std::string::npos;) {
            at = line.find_first_of("\"]", at);
            if (at == std::string::npos || line[at] == ']') break;
            const std::size_t end = line.find('"', at + 1);
            found.push_back(line.substr(at + 1, end - at - 1));
            at = end + 1;
        }
        return found;
    }
};

inline bool has(const Moves &moves, const std::string &move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

// The move that is worth most; the first of equal ones.
template <class Worth> std::string best(const Moves &moves, Worth worth) {
    std::string found = moves[0];
    auto most = worth(found);
    for (const std::string &move : moves) {
        const auto value = worth(move);
        if (value > most) most = value, found = move;
    }
    return found;
}

@policy@

int main() {
    Message message;
    while (std::getline(std::cin, message.line)) {
        const std::string type = message.text("type");
        if (type == "quit") break;
        if (type == "hello") std::cout << R"({"name":"my-bot","version":"1.0"})" << std::endl;
        // "start", "end", and what a later version may send, have no answer; std::endl also flushes.
        if (type == "choose")
            std::cout << "{\"id\":" << message.number("id") << ",\"move\":\""
                      << choose(message, message.texts("moves")) << "\"}" << std::endl;
    }
}
