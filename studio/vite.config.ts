import { defineConfig } from "vitest/config";

// Three files of fixed names, embedded in the binary.
export default defineConfig({
  build: {
    outDir: "../crates/marquetry-cli/page",
    emptyOutDir: true,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        entryFileNames: "studio.js",
        assetFileNames: "studio[extname]",
        codeSplitting: false,
      },
    },
  },
  // Each file starts servers and a browser of its own. A crowded machine may be late once; twice is a fault.
  test: { maxWorkers: 2, retry: process.env.CI ? 1 : 0 },
});
