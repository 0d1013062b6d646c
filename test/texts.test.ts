import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

/**
 * What people read stands together: each feature, and each other folder of the web, has one `texts.ts` (or `.tsx`) at its
 * root, so that its sentences can be read in one go, and translated.
 */
const web = fileURLToPath(new URL('../src/web', import.meta.url))

/** Fixed content of its own screens, which is read where it stands. */
const content = [
  'app/palette/screens.ts',
  'features/archives/archive-folders.ts',
  'features/archives/glossary-terms.ts',
  'features/nest/nest-nodes.ts',
]

/** Attributes that are read or heard; `label`, `hint` and the others without a dash belong to components of the kit. */
const readAttribute =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label|hint)$/

/** Names of wallets, which programs compare, and the fixed inputs from which a key is derived. */
const isName = (text: string) =>
  /^(Bionic passkey wallet: |(Bionic Passkey|Mobile Wallet Adapter)$)/.test(text)

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A sentence or a title of several words: names of classes, keys and addresses do not begin with a capital and go on. */
const readsAsSentence = (text: string) => /^["“‘]?[A-Z][a-z’']*[,:;]? \S/.test(text.trim())

const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/&\w+;/g, ''))

/** The literal text of a string or a template; nothing of anything else. */
function literalOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

/** Every text of a program that people read, by the node that holds it. */
function textsIn(node: Node, found: { at: number; text: string }[], drawn = false): void {
  // What is thrown is read in logs.
  if (node.type === 'NewExpression' && /Error$/.test(String((node.callee as Node).name))) return
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return
  if (node.type === 'JSXText' && hasWords(String(node.value)))
    found.push({ at: node.start, text: String(node.value).trim() })
  if (node.type === 'JSXAttribute') {
    const value = node.value as Node | null
    const name = String((node.name as Node).name)
    if (isNode(value) && name !== 'className') textsIn(value, found, readAttribute.test(name))
    return
  }
  const text = literalOf(node)
  if (text !== undefined && !isName(text) && (drawn ? hasWords(text) : readsAsSentence(text))) {
    found.push({ at: node.start, text })
    return
  }
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) textsIn(child, found, isDrawn(node, key, drawn))
}

/** Whether a part of a node is shown as it stands: conditions are compared, and what is called decides about its arguments itself. */
function isDrawn(node: Node, key: string, drawn: boolean): boolean {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return key === 'children'
  if (node.type === 'ConditionalExpression') return drawn && key !== 'test'
  return drawn && (node.type === 'JSXExpressionContainer' || node.type === 'LogicalExpression')
}

function textsOf(path: string): string[] {
  const source = readFileSync(join(web, path), 'utf8')
  const found: { at: number; text: string }[] = []
  textsIn(parseSync(path, source).program as unknown as Node, found)
  return found.map(
    ({ at, text }) => `${path}:${source.slice(0, at).split('\n').length} ${text.replaceAll(/\s+/g, ' ')}`,
  )
}

const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(web, join(entry.parentPath, entry.name)).split(sep).join('/'))

const isTexts = (path: string) => /(?:^|\/)texts\.tsx?$/.test(path)

const folders = files.filter(isTexts).map((path) => path.slice(0, path.lastIndexOf('/')))

/** The folder whose texts stand together: a feature, a folder of the web, or one within that has texts of its own. */
const folderOf = (path: string) =>
  folders.filter((folder) => path.startsWith(`${folder}/`)).sort((one, other) => other.length - one.length)[0]

test.each(folders)('what people read in web/%s stands in its one file of texts', (folder) => {
  const scattered = files
    .filter((path) => folderOf(path) === folder && !isTexts(path) && !content.includes(path))
    .flatMap(textsOf)

  expect(scattered).toEqual([])
})

test('a text is found wherever it is written, and what nobody reads is left alone', () => {
  const source = `
    const notice = 'Try it again'
    const kind = 'left-aligned Panel'
    throw new RangeError('A number is out of range')
    const view = <p className="Wide one" aria-label="List">Two words {full ? 'full' : \`\${rest} left\`} {names.join('and more')}</p>`
  const found: { at: number; text: string }[] = []
  textsIn(parseSync('view.tsx', source).program as unknown as Node, found)

  expect(found.map(({ text }) => text)).toEqual(['Try it again', 'List', 'Two words', 'full', '… left'])
})
