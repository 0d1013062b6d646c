/** The key belongs to an IME composition, such as the Enter that ends it; Safari tells only by key code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
