// The texts of pages. They live beside the elements, in dom.js, so that the first page needs one module less.

export { t, hasText, language, setLanguage, loadTexts } from "./dom.js";
