/* SHA-256 against the examples of FIPS 180-4 and NIST. */
#include "cmocka_includes.h"
#include "core/sha256.h"
#include <string.h>

static void the_examples_have_their_hashes(void **state) {
    (void)state;
    static const struct {
        const char *text, *hash;
    } rows[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sha256 s;
        char text[SHA256_TEXT];
        sha256_begin(&s);
        sha256_add(&s, rows[i].text, strlen(rows[i].text));
        assert_string_equal(sha256_text(&s, text), rows[i].hash);
    }
}

static void a_million_bytes_in_parts_of_any_size(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 63, 64, 65, 1000};
    char bytes[1000], text[SHA256_TEXT];
    memset(bytes, 'a', sizeof bytes);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct sha256 s;
        sha256_begin(&s);
        for (size_t left = 1000000; left > 0;) {
            const size_t n = left < sizes[i] ? left : sizes[i];
            sha256_add(&s, bytes, n);
            left -= n;
        }
        assert_string_equal(sha256_text(&s, text),
                            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_examples_have_their_hashes),
        cmocka_unit_test(a_million_bytes_in_parts_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
