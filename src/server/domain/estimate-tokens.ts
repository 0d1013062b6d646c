/** For its role and delimiters. */
const TOKENS_A_MESSAGE = 4

export const ASCII_A_TOKEN = 3

/** Per UTF-16 unit that is not ASCII: it has two or three bytes in UTF-8, so ASCII has the most bytes per token. */
const OTHER_TOKENS = 1.5

/** Three ASCII characters per token (English has four, code three), 1.5 tokens per other UTF-16 unit: conservative. */
export function estimateTokens(text: string): number {
  let other = 0
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x7f) other++
  return TOKENS_A_MESSAGE + Math.ceil((text.length - other) / ASCII_A_TOKEN + other * OTHER_TOKENS)
}
