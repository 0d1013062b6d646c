import { createContext, Fragment, lazy, type ReactNode, Suspense, useContext } from 'react'
import { endlessClass } from '../endless.ts'
import * as texts from '../texts.ts'
import { Formula } from './formula.tsx'
import { Marks, Mentions, splitMarks } from './marks.ts'
import { NamedTexts } from './named-texts.tsx'
import type { Inline } from './parser/tree.ts'

/** Text that has arrived after the part that was parsed. */
export const TailWords = createContext('')

export function renderInline(children: readonly Inline[]): ReactNode[] {
  return children.map(renderWords)
}

function renderWords(child: Inline, key: number): ReactNode {
  switch (child.kind) {
    case 'text':
      return splitMarks(child.text).length === 1 && !child.text.includes('@') && !endlessClass(child.text) ? (
        child.text
      ) : (
        <Words key={key} text={child.text} />
      )
    case 'code':
      return <code key={key}>{child.text}</code>
    case 'break':
      return <br key={key} />
    case 'emphasis':
      return <em key={key}>{renderInline(child.children)}</em>
    case 'strong':
      return <strong key={key}>{renderInline(child.children)}</strong>
    case 'struck':
      return <del key={key}>{renderInline(child.children)}</del>
    case 'link':
      return child.href === undefined ? (
        <span key={key}>{renderInline(child.children)}</span>
      ) : (
        <Link key={key} href={child.href}>
          {child.children}
        </Link>
      )
    case 'picture':
      // Loading a remote picture from a model's text would leak data (decision 20).
      return (
        <span key={key} className="prose-picture">
          {child.label ? texts.pictureOf(child.label) : texts.picture}
        </span>
      )
    case 'note':
      return <sup key={key}>{child.number}</sup>
    case 'formula':
      return <Formula key={key} source={child.source} written={child.written} display={child.display} />
    case 'tail':
      return <Tail key={key} />
  }
}

// Few texts have an address that carries anything. Without the code it is text.
const GuardedLink = lazy(() =>
  import('./guarded-link.tsx').catch(() => ({ default: ({ unnamed }: { unnamed: ReactNode }) => unnamed })),
)

/** What an address without these carries is its path alone. */
const carries = /[?@\\\s]/

function Link({ href, children }: { href: string; children: readonly Inline[] }) {
  const isOfAgent = useContext(NamedTexts) !== null
  // A link must not contain another control, and an @ in an address is no mention.
  const words = (
    <Marks value={null}>
      <Mentions value={null}>{renderInline(children)}</Mentions>
    </Marks>
  )
  if (!isOfAgent || !carries.test(href))
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    )
  const [only] = children
  const isWritten = children.length === 1 && only?.kind === 'text' && href.endsWith(only.text)
  const unnamed = (
    <span>
      {words}
      {!isWritten && ` (${href})`}
    </span>
  )
  return (
    <Suspense fallback={unnamed}>
      <GuardedLink href={href} words={words} unnamed={unnamed} />
    </Suspense>
  )
}

function Tail() {
  return <Words text={useContext(TailWords)} />
}

function Words({ text }: { text: string }) {
  const mark = useContext(Marks)
  const mention = useContext(Mentions)
  const words = splitMarks(text).map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
    if (index % 2 === 0) return mention ? <Fragment key={index}>{mention(piece)}</Fragment> : piece
    const [n = 0, place = 0] = piece.split('.').map(Number)
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
    return <Fragment key={index}>{mark?.(n, place)}</Fragment>
  })
  return endlessClass(text) ? <span className={endlessClass(text)}>{words}</span> : words
}
