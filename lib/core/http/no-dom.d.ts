// Replaces the types of a browser, which Preact loads: with its globals, such as `name` and `status`, a variable that is
// not declared would compile.
export {};
