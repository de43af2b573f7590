    static final List<String> COLOURS = List.of("yellow", "blue", "red", "green");

    /** Of a move such as "5 yellow 2": the steps, and more if another player's piece is there. */
    static int worth(int player, List<Integer> pieces, String move) {
        if (!move.matches("[0-9]+ (yellow|blue|red|green) [0-2]")) return 7; // special dice and others
        String[] words = move.split(" ");
        int die = Integer.parseInt(words[0]);
        int place = 3 * COLOURS.indexOf(words[1]) + Integer.parseInt(words[2]);
        int square = pieces.get(3 * place); // of each piece: square, state, turns left
        if (square == 0) return 8; // it leaves its home
        int target = (square + die - 1) % 68 + 1;
        for (int i = 0; i < 12 && square <= 68; i++)
            if (i / 3 % 2 != player && pieces.get(3 * i) == target) return die + 20;
        return die;
    }

    static String choose(Message view, List<String> moves) {
        List<Integer> pieces = view.numbers("pieces");
        int player = view.number("player");
        return best(moves, move -> worth(player, pieces, move));
    }
