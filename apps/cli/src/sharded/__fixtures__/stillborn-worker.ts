// A thread that ends before it can take a block, as where its files are gone.
process.exit(7)
