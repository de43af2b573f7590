    /** Distances from these sides. */
    record Cell(int left, int bottom) {
        boolean isNext(Cell c) {
            int x = Math.abs(left - c.left), y = Math.abs(bottom - c.bottom);
            return Math.max(Math.max(x, y), Math.abs(left + bottom - c.left - c.bottom)) == 1;
        }
    }

    /** Our stones. The first row is the top. */
    static List<Cell> ownCells(Message view) {
        char own = view.number("turn") == 0 ? 'B' : 'R';
        List<Cell> cells = new ArrayList<>();
        int bottom = view.number("size") - 1;
        for (String row : view.text("layout").split("/")) {
            for (int left = 0; left < row.length(); left++)
                if (row.charAt(left) == own) cells.add(new Cell(left, bottom));
            bottom--;
        }
        return cells;
    }

    /** A cell such as "c3" next to our stones that brings them nearer to the sides; else the centre. */
    static int worth(int size, List<Cell> own, String move) {
        Cell cell = new Cell(move.charAt(0) - 'a', Integer.parseInt(move.substring(1)) - 1);
        int left = cell.left, bottom = cell.bottom, right = size - 1 - left - bottom;
        int inside = Math.min(Math.min(left, bottom), right);
        boolean touches = false;
        for (Cell stone : own) {
            left = Math.min(left, stone.left);
            bottom = Math.min(bottom, stone.bottom);
            right = Math.min(right, size - 1 - stone.left - stone.bottom);
            touches |= stone.isNext(cell);
        }
        return (touches ? 1000 : 0) - 10 * (left + bottom + right) + inside;
    }

    static String choose(Message view, List<String> moves) {
        if (moves.contains("swap")) return "swap";
        int size = view.number("size");
        List<Cell> own = ownCells(view);
        return best(moves, move -> worth(size, own, move));
    }
