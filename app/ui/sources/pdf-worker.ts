/* pdf.js reads files in this thread, which is fetched from our own address. */
import "pdfjs-dist/legacy/build/pdf.worker.min.mjs";
