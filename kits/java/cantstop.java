    static final int ROLLS = 3; // it stops after so many

    /** Steps of a column: 3 in column 2, 13 in column 7, 3 in column 12. */
    static int height(int column) {
        return 13 - 2 * Math.abs(7 - column);
    }

    static String choose(Message view, List<String> moves) {
        if (view.text("waits").equals("decide")) return view.number("rolls") >= ROLLS ? "stop" : "roll";
        List<Integer> progress = view.numbers("progress"); // eleven columns for each seat
        List<Integer> temporary = view.numbers("temporary");
        int own = 11 * view.number("seat");
        // How far up its columns a move such as "6+8" leads, each as a share of its height.
        return best(moves, move -> {
            double sum = 0;
            for (String name : move.split("\\+")) {
                int column = Integer.parseInt(name);
                int steps = progress.get(own + column - 2) + temporary.get(column - 2) + 1;
                sum += (double) steps / height(column);
            }
            return sum;
        });
    }
