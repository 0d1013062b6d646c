/** @param pattern must be sticky */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

export function runLength(text: string, from: number): number {
  let end = from
  while (text[end] === text[from]) end++
  return end - from
}

export function isPunctuation(char: string): boolean {
  return /^[!-/:-@[-`{-~]$/.test(char)
}

export function unescaped(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[a-zA-Z][\da-zA-Z]{1,31});/g,
    (match, char) => (char === undefined ? (decodeEntity(match) ?? match) : char),
  )
}

/** All 2,231 named entities of HTML would be larger than the whole parser. */
const names = new Map<string, string>()
const known = `amp & lt < gt > quot " apos ' nbsp \u00a0 copy © reg ® trade ™ hellip … mdash — ndash – lsquo ‘ rsquo ’ ldquo “
  rdquo ” laquo « raquo » bull • middot · times × divide ÷ plusmn ± minus − deg ° micro µ para ¶ sect § larr ←
  uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ rArr ⇒ hArr ⇔ ne ≠ le ≤ ge ≥ asymp ≈ equiv ≡ infin ∞ sum ∑ prod ∏ radic √
  int ∫ part ∂ nabla ∇ isin ∈ forall ∀ exist ∃ and ∧ or ∨ cap ∩ cup ∪ alpha α beta β gamma γ delta δ epsilon ε
  theta θ lambda λ mu μ pi π sigma σ tau τ phi φ psi ψ omega ω Delta Δ Sigma Σ Omega Ω euro € pound £ yen ¥
  cent ¢ frac12 ½ sup2 ² sup3 ³ shy \u00ad zwj \u200d zwnj \u200c thinsp \u2009 ensp \u2002 emsp \u2003 lbrace {
  rbrace } lbrack [ rbrack ] ast * lowbar _ grave \` vert | bsol \\ num #`
for (const [, name = '', character = ''] of known.matchAll(/(\w+) (\S|[\u00a0\u2002\u2003\u2009])/g))
  names.set(name, character)

export function decodeEntity(entity: string): string | undefined {
  const name = entity.slice(1, -1)
  if (!name.startsWith('#')) return names.get(name)
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
