    static final double BOMB_CHANCE = 0.1; // above this it would rather not draw

    /** Of the top card, which this seat may know: "?", or a card with the seats that know it. */
    static double chanceOfBomb(Message view) {
        List<String> deck = view.texts("deck");
        if (!deck.isEmpty() && !deck.get(0).equals("?")) return deck.get(0).startsWith("bomb") ? 1 : 0;
        // "rest" counts the cards that this seat does not know.
        int hidden = view.numbers("rest").stream().mapToInt(Integer::intValue).sum();
        return (double) new Message(view.list("rest")).number("bomb") / Math.max(hidden, 1);
    }

    static String choose(Message view, List<String> moves) {
        // A bomb to put back: away from us if we draw next, else for the other.
        if (moves.contains("bottom")) return view.number("owes") > 1 ? "bottom" : "top";
        if (chanceOfBomb(view) > BOMB_CHANCE)
            for (String escape : List.of("attack", "skip", "shuffle", "draw-bottom"))
                if (moves.contains(escape)) return escape;
        return moves.contains("draw") ? "draw" : moves.get(0);
    }
