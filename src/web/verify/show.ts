import type { Check, Outcome } from '../../shared/receipts/checks.ts'
import type { Disclosed } from '../../shared/receipts/leaf.ts'
import type { ReceiptFile } from '../../shared/receipts/receipt-file.ts'
import type { Json } from '../../shared/text/canonical-json.ts'
import * as texts from './texts.ts'

interface Result {
  file: ReceiptFile
  checks: readonly Check[]
  verdict: Outcome
  proves: readonly string[]
  not: readonly string[]
}

const result = () => document.getElementById('result') as HTMLElement

export function clear(): void {
  result().replaceChildren()
  for (const fault of document.querySelectorAll('.fault')) fault.textContent = ''
}

export function showFault(id: string, text: string): void {
  const fault = document.getElementById(id)
  if (fault) fault.textContent = text
}

export function showResult({ file, checks, verdict, proves, not }: Result): void {
  result().replaceChildren(
    element('h2', { className: `verdict ${verdict}` }, texts.verdicts[verdict]),
    element('ul', { className: 'checks' }, ...checks.map(checkOf)),
    element('h3', {}, texts.proves),
    listOf(proves.length > 0 ? proves : [texts.provesNothing]),
    element('h3', {}, texts.doesNot),
    listOf(not),
    element('h3', {}, texts.said),
    ...entries(file.disclosed.question, texts.question),
    ...entries(file.disclosed.parts, texts.reply),
  )
}

function checkOf({ name, outcome, says }: Check): HTMLElement {
  return element(
    'li',
    { className: outcome },
    element('strong', {}, texts.checks[name]),
    element('span', { className: 'outcome' }, texts.outcomes[outcome]),
    element('p', {}, says.join(' ')),
  )
}

const listOf = (sentences: readonly string[]) =>
  element('ul', {}, ...sentences.map((sentence) => element('li', {}, sentence)))

/** As plain text, whatever it says. */
function entries(list: Disclosed['parts'], label: string): HTMLElement[] {
  return list.flatMap((entry) => {
    const text = entry === null ? texts.keptBack : textOf(entry.value)
    const shown = element('blockquote', { dir: 'auto', ...(entry === null && { className: 'kept' }) }, text)
    return [element('h4', {}, label), shown]
  })
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  const text = value !== null && typeof value === 'object' && 'text' in value ? value.text : undefined
  return typeof text === 'string' ? text : JSON.stringify(value, null, 2)
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<Pick<HTMLElement, 'className' | 'dir'>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), fields)
  made.append(...children)
  return made
}
