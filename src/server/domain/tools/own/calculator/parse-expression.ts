import { CalculationProblem } from './rational.ts'

export type Operator = '+' | '-' | '*' | '/' | '%' | '^'
const functionNames = ['sqrt', 'abs', 'min', 'max', 'round', 'floor', 'ceil'] as const
export type FunctionName = (typeof functionNames)[number]
const constantNames = ['pi', 'e'] as const
export type ConstantName = (typeof constantNames)[number]

export type Expression =
  /** As it was written: digits, a point and an exponent of ten. */
  | { kind: 'number'; text: string }
  | { kind: 'constant'; name: ConstantName }
  | { kind: 'minus'; of: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; values: readonly Expression[] }

export const MOST_CHARACTERS = 4_000
const MOST_DEPTH = 100

const token =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z]+)|(\*\*|[-+*/%^(),×÷·−]))/y

/** How strongly a sign binds what stands before it. A minus in front binds less than a power: -2^2 is -4. */
const strengths: Record<Operator, number> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '^': 4 }
const MINUS_STRENGTH = 3

const otherSigns: Record<string, string> = { '**': '^', '×': '*', '·': '*', '÷': '/', '−': '-' }

/** @throws {CalculationProblem} saying what can't be read, and where */
export function parseExpression(text: string): Expression {
  if (text.length > MOST_CHARACTERS)
    throw new CalculationProblem(`The calculation has more than ${MOST_CHARACTERS} characters.`)
  const parser = new Parser(text)
  const read = parser.expression(0, 0)
  parser.end()
  return read
}

class Parser {
  readonly #text: string
  readonly #tokens: { text: string; at: number; kind: 'number' | 'name' | 'sign' }[] = []
  #next = 0

  constructor(text: string) {
    this.#text = text
    token.lastIndex = 0
    let at = 0
    for (let found = token.exec(text); found; found = token.exec(text)) {
      const [all, number, name, sign = ''] = found
      const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign'
      const read = number ?? name ?? otherSigns[sign] ?? sign
      this.#tokens.push({ text: read, at: at + all.length - (number ?? name ?? sign).length, kind })
      at = token.lastIndex
    }
    if (text.slice(at).trim() !== '') this.#fail(`“${firstOf(text.slice(at).trim())}” can’t be read`, at)
  }

  expression(weakest: number, depth: number): Expression {
    let left = this.#operand(depth)
    for (;;) {
      const operator = this.#tokens[this.#next]?.text
      if (!isOperator(operator) || strengths[operator] <= weakest) return left
      this.#next++
      this.#refusePercent(operator)
      // From the right, as mathematics has it: 2^3^2 is 2^9.
      const right = this.expression(operator === '^' ? MINUS_STRENGTH : strengths[operator], depth + 1)
      left = { kind: 'operation', operator, left, right }
    }
  }

  end(): void {
    const rest = this.#tokens[this.#next]
    if (!rest) return
    const separated = rest.text === ',' ? '; numbers are written without separators, as 1234567.5' : ''
    this.#fail(`“${firstOf(rest.text)}” stands where a sign such as + or * should${separated}`, rest.at)
  }

  #operand(depth: number): Expression {
    if (depth > MOST_DEPTH) throw new CalculationProblem(`It is nested more than ${MOST_DEPTH} deep.`)
    const found = this.#tokens[this.#next++]
    if (!found) return this.#fail('it ends where a number should stand', this.#text.length)
    if (found.kind === 'number') return { kind: 'number', text: found.text }
    if (found.kind === 'name') return this.#named(found.text, found.at, depth)
    if (found.text === '-') return { kind: 'minus', of: this.expression(MINUS_STRENGTH, depth + 1) }
    if (found.text === '+') return this.expression(MINUS_STRENGTH, depth + 1)
    if (found.text !== '(') return this.#fail(`“${found.text}” stands where a number should`, found.at)
    const inner = this.expression(0, depth + 1)
    this.#expect(')')
    return inner
  }

  #named(given: string, at: number, depth: number): Expression {
    const name = given.toLowerCase()
    const constant = constantNames.find((one) => one === name)
    if (constant) return { kind: 'constant', name: constant }
    const called = functionNames.find((one) => one === name)
    if (!called) {
      const known = [...functionNames, ...constantNames].join(', ')
      return this.#fail(`“${firstOf(given)}” is not known; known names are ${known}`, at)
    }
    this.#expect('(')
    const values = [this.expression(0, depth + 1)]
    while (this.#tokens[this.#next]?.text === ',') {
      this.#next++
      values.push(this.expression(0, depth + 1))
    }
    this.#expect(')')
    return { kind: 'call', name: called, values }
  }

  /** “50% - 3” and “50 % -3” look alike and differ. */
  #refusePercent(operator: Operator): void {
    const next = this.#tokens[this.#next]
    if (operator !== '%' || (next && (next.kind !== 'sign' || next.text === '('))) return
    this.#fail(
      '% is the remainder of a division and needs a number, a name or a parenthesis behind it; write 20 per cent as (20/100)',
      next?.at ?? this.#text.length,
    )
  }

  #expect(sign: string): void {
    const found = this.#tokens[this.#next++]
    if (found?.text !== sign) this.#fail(`“${sign}” is missing`, found?.at ?? this.#text.length)
  }

  #fail(what: string, at: number): never {
    throw new CalculationProblem(`It can’t be read at character ${at + 1}: ${what}.`)
  }
}

function isOperator(text: string | undefined): text is Operator {
  return text !== undefined && Object.hasOwn(strengths, text)
}

/** On one line, without what nobody sees. */
const firstOf = (text: string) =>
  [...text.slice(0, 40)]
    .slice(0, 20)
    .join('')
    .replace(/[\p{C}\s]+/gu, ' ')
