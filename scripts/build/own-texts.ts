import type { Plugin } from 'vite'
import { exportedConstants, isLabel, type Node, parse, propertyOf, rewritten, visit } from './syntax.ts'

/** The code of functions, by their names. */
type Functions = ReadonlyMap<string, string>

/** What a function may name without bringing it along. */
const globals = new Set(['undefined', 'Math', 'Number', 'String', 'Intl'])

/** What a module imports as a whole: a name and where from. Whether it stands in a text is seen when the module is parsed. */
const NAMESPACE = /^import \* as (\w+) from ['"]([^'"]+)['"]/gm

/**
 * Gives each module the functions of a file of texts that it calls, as the bundler gives it the sentences. Otherwise a
 * screen would load the functions of a feature's whole file for one of them.
 */
export function ownTexts(): Plugin {
  const known = new Map<string, Functions>()
  return {
    name: 'own-texts',
    apply: 'build',
    async transform(code, id) {
      if (!/\/src\/web\/.*\.tsx?$/.test(id) || !code.includes('/texts.ts')) return null
      let changed = code
      for (const [, name = '', source = ''] of code.matchAll(NAMESPACE)) {
        const texts = /\/texts\.tsx?$/.test(source) ? await this.resolve(source, id) : null
        if (!texts) continue
        const functions =
          known.get(texts.id) ?? closedFunctions((await this.load({ id: texts.id })).code ?? '')
        known.set(texts.id, functions)
        changed = withOwnTexts(changed, name, functions)
      }
      return changed === code ? null : { code: changed, map: null }
    },
  }
}

/**
 * @param code a module that imports texts as the namespace `name`
 * @returns the module with its own copies of those functions that it uses
 */
export function withOwnTexts(code: string, name: string, functions: Functions): string {
  // Most modules show sentences alone, and parsing all of them is a tenth of a build.
  const mentioned = code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))
  if (![...mentioned].some(([, text = '']) => functions.has(text))) return code
  const uses = new Map<Node, string>()
  const local = (text: string) => `${name}$${text}`
  const used = new Set<string>()
  let isPlain = true
  visit(parse(code), (node, parent) => {
    if (node.type !== 'Identifier' || node.name !== name || isLabel(node, parent)) return
    if (!parent || parent.type === 'ImportNamespaceSpecifier') return
    const text = parent.type === 'MemberExpression' ? propertyOf(parent) : null
    // Otherwise the name means something else somewhere, or the whole namespace is used.
    if (text === null) isPlain = false
    else if (functions.has(text)) {
      uses.set(parent, local(text))
      used.add(text)
    }
  })
  if (!isPlain || uses.size === 0) return code
  const copies = [...used].map((text) => `const ${local(text)} = ${functions.get(text)};\n`)
  return copies.join('') + rewritten(code, uses)
}

/** The exported functions of a module that need nothing but what they are given. */
export function closedFunctions(code: string): Functions {
  const found = new Map<string, string>()
  for (const [name, made] of exportedConstants(code))
    if (made.type === 'ArrowFunctionExpression' && isClosed(made))
      found.set(name, code.slice(made.start, made.end))
  return found
}

function isClosed(made: Node): boolean {
  const own = new Set<unknown>()
  const used = new Set<string>()
  visit(made, (node, parent) => {
    if (node.type === 'ArrowFunctionExpression')
      for (const param of node.params as Node[]) own.add(param.name)
    if (node.type === 'Identifier' && !isLabel(node, parent)) used.add(String(node.name))
  })
  return [...used].every((name) => own.has(name) || globals.has(name))
}
