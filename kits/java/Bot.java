import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A bot for tahur. Make `choose` better! */
public class Bot {
    /**
     * A message is one line of JSON. What a bot needs of it is easy to find without a library: tahur
     * writes no field twice that is read here, and no quote or escape inside a text.
     */
    record Message(String line) {
        /** Where the value of a field begins; -1 if there is no such field. */
        int field(String name) {
            String key = "\"" + name + "\":";
            int at = line.indexOf(key);
            if (at < 0) return -1;
            at += key.length();
            while (at < line.length() && line.charAt(at) == ' ') at++;
            return at;
        }

        /** A text; "" if there is no such field. */
        String text(String name) {
            int at = field(name);
            return at >= 0 && line.startsWith("\"", at) ? line.substring(at + 1, line.indexOf('"', at + 1)) : "";
        }

        /** A number; 0 if there is no such field. */
        int number(String name) {
            int at = field(name), end = at;
            if (at < 0) return 0;
            while (end < line.length() && "-0123456789".indexOf(line.charAt(end)) >= 0) end++;
            return end > at ? Integer.parseInt(line.substring(at, end)) : 0;
        }

        /** A list or an object as it is written, up to its closing bracket. */
        String list(String name) {
            int start = field(name), depth = 0;
            for (int at = start; at >= 0 && at < line.length(); at++) {
                if ("[{".indexOf(line.charAt(at)) >= 0) depth++;
                if ("]}".indexOf(line.charAt(at)) >= 0) depth--;
                if (depth == 0) return line.substring(start, at);
            }
            return "";
        }

        /** All numbers of a list, also of lists in it, one after the other; or all counts of an object. */
        List<Integer> numbers(String name) {
            List<Integer> found = new ArrayList<>();
            for (String word : list(name).split("[\\[\\]{},: ]+"))
                if (word.matches("-?[0-9]+")) found.add(Integer.parseInt(word));
            return found;
        }

        /** The texts of a list. */
        List<String> texts(String name) {
            List<String> found = new ArrayList<>();
            String[] parts = list(name).split("\"");
            for (int i = 1; i < parts.length; i += 2) found.add(parts[i]);
            return found;
        }
    }

    /** The move that is worth most; the first of equal ones. */
    static String best(List<String> moves, ToDoubleFunction<String> worth) {
        String found = moves.get(0);
        double most = worth.applyAsDouble(found);
        for (String move : moves) {
            double value = worth.applyAsDouble(move);
            if (value > most) {
                most = value;
                found = move;
            }
        }
        return found;
    }

@policy@

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null;) {
            Message message = new Message(line);
            switch (message.text("type")) {
                case "hello" -> System.out.println("{\"name\":\"my-bot\",\"version\":\"1.0\"}");
                case "choose" -> System.out.println("{\"id\":" + message.number("id") + ",\"move\":\""
                        + choose(message, message.texts("moves")) + "\"}");
                case "quit" -> System.exit(0);
                default -> { } // "start", "end", and what a later version may send
            }
            System.out.flush(); // or the answer stays in a buffer
        }
    }
}
