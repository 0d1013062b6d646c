import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/experimental'
import { type Node, specifierOf, walk } from './read-house.ts'

/** Finds what the product's files export and nobody imports, tests and scripts included. */

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is taken of these files is not imported by its name: by the generator of migrations, routes, the page on the server. */
const TAKEN_WHOLE = /^src\/(server\/db\/schema\/|web\/app\/routes\/|web\/entry-server\.tsx$)/

/** Types that nobody imports, but that declarations of other folders are written with: TypeScript has to name them. */
const NAMED_IN_DECLARATIONS: readonly string[] = [
  'src/server/http/edge/metrics.ts Metrics',
  'src/web/blocks/form/form-draft.ts DraftedValues',
  'src/web/blocks/form/form-draft.ts FormDraft',
  'src/web/blocks/saved-draft/shared-value.ts SharedValue',
  'src/web/features/chat/long/earlier-turns.tsx EndProps',
]

/** `path name` for each, in the order of the paths. */
export function unusedExports(): string[] {
  const used = new Set<string>()
  const usedWhole = new Set<string>()
  const exported: { path: string; name: string }[] = []
  for (const path of globSync('{src,scripts,test,e2e,bench,lab}/**/*.{ts,tsx}', { cwd: root }).sort()) {
    const program = parseSync(path, readFileSync(join(root, path), 'utf8')).program as unknown as Node
    if (path.startsWith('src/') && !/\.test\.tsx?$/.test(path) && !TAKEN_WHOLE.test(path))
      for (const name of exportsOf(program)) exported.push({ path, name })
    const spaces = new Map<string, string>()
    walk(program, [], (node) => {
      const specifier = specifierOf(node)
      if (!specifier?.startsWith('.')) return
      const target = normalize(join(dirname(path), specifier))
      const names = (node.specifiers as Node[] | undefined) ?? []
      if (names.length === 0) usedWhole.add(target)
      for (const one of names) {
        if (one.type === 'ImportNamespaceSpecifier') spaces.set(nameIn(one.local), target)
        else used.add(`${target} ${nameIn(one.imported ?? one.local)}`)
      }
    })
    if (spaces.size > 0) noteSpaces(program, spaces, { used, usedWhole })
  }
  return exported
    .filter(({ path, name }) => !usedWhole.has(path) && !used.has(`${path} ${name}`))
    .map(({ path, name }) => `${path} ${name}`)
    .filter((line) => !NAMED_IN_DECLARATIONS.includes(line))
}

const nameIn = (node: unknown) => String((node as { name?: unknown } | undefined)?.name ?? 'default')

/** Of `import * as texts` only the names count that are read of it, unless it is handed on as a whole. */
function noteSpaces(
  program: Node,
  spaces: ReadonlyMap<string, string>,
  { used, usedWhole }: { used: Set<string>; usedWhole: Set<string> },
): void {
  walk(program, [], (node, parents) => {
    const target = /Identifier$/.test(node.type) ? spaces.get(nameIn(node)) : undefined
    const parent = parents.at(-1)
    if (target === undefined || parent?.type === 'ImportNamespaceSpecifier') return
    const member = [
      [parent?.object, parent?.property],
      [parent?.left, parent?.right],
    ].find(([whole]) => whole === node)?.[1] as Node | undefined
    if (member && parent?.computed !== true && /Identifier$/.test(member.type))
      used.add(`${target} ${nameIn(member)}`)
    else if (parent?.property !== node || parent.computed === true) usedWhole.add(target)
  })
}

function exportsOf(program: Node): string[] {
  return (program.body as Node[]).flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const declaration = statement.declaration as Node | null
    if (!declaration) return (statement.specifiers as Node[]).map((one) => nameIn(one.exported))
    if (declaration.type !== 'VariableDeclaration') return [nameIn(declaration.id)]
    return (declaration.declarations as Node[]).flatMap(({ id }) => namesOf(id as Node))
  })
}

/** Of a variable, or of all that a pattern takes apart. */
function namesOf(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [nameIn(pattern)]
  const parts = (pattern.properties ?? pattern.elements ?? []) as Node[]
  return parts.flatMap((part) => namesOf((part.value ?? part.argument ?? part.left ?? part) as Node))
}

if (import.meta.main) for (const line of unusedExports()) console.log(line)
