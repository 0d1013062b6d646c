import { type ComponentProps, useId } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { ArrowRightIcon, OutsideIcon } from '../../ui/icons.tsx'
import { findTerm } from './glossary-filter.ts'
import { CategoryName, categoryHues } from './glossary-filter-chips.tsx'
import type { GlossaryTerm } from './glossary-terms.ts'
import * as texts from './texts.ts'

/** A term of the glossary. It is focusable, so that links of related terms can lead to it. */
export function TermCard(props: {
  term: GlossaryTerm
  linkToTerm: (term: GlossaryTerm) => Pick<ComponentProps<typeof Link>, 'to' | 'onClick'>
}) {
  const { term } = props
  const [heading, examples, related] = [useId(), useId(), useId()]
  return (
    <article
      id={term.id}
      tabIndex={-1}
      aria-labelledby={heading}
      className={`panel hairline cut ${categoryHues[term.category]} flex scroll-my-24 flex-col p-5 transition-colors duration-200 outline-none target:bg-[#0f1a2b] focus:bg-[#0f1a2b] focus:before:bg-(--hue) md:p-6`}
    >
      <p className="display text-13 tracking-[0.03em] text-muted">
        <CategoryName category={term.category} />
      </p>
      <h2 id={heading} className="mt-2.5 text-21 leading-tight font-semibold">
        {term.term}
      </h2>
      <p className="mt-2.5 mb-5 text-soft">{term.definition}</p>
      <div className="mt-auto grid gap-5">
        <div>
          <h3 id={examples} className="label mb-2.5">
            {texts.examples}
          </h3>
          <ul aria-labelledby={examples} className="grid gap-1 text-14">
            {term.examples.map((example) => (
              <li key={example} className="flex gap-3">
                <span aria-hidden="true" className="mt-[10px] h-px w-3 flex-none bg-(--hue)" />
                {example}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 id={related} className="label mb-2">
            {texts.related}
          </h3>
          <ul aria-labelledby={related} className="flex flex-wrap items-center gap-x-2 gap-y-2">
            {term.relatedTerms.map((name) => (
              <li key={name}>
                <RelatedTerm name={name} linkToTerm={props.linkToTerm} />
              </li>
            ))}
          </ul>
        </div>
        <p className="border-t border-line pt-1.5 -mb-2.5">
          <a
            href={term.link}
            target="_blank"
            rel="noopener noreferrer"
            className="display inline-flex min-h-11 items-center gap-2.5 text-xs font-semibold tracking-[0.12em] text-cyan hover:text-white"
          >
            {texts.onWikipedia(term.term)}
            <OutsideIcon width={15} height={15} />
            <span className="sr-only">{texts.newTab}</span>
          </a>
        </p>
      </div>
    </article>
  )
}

function RelatedTerm(props: {
  name: string
  linkToTerm: (term: GlossaryTerm) => Pick<ComponentProps<typeof Link>, 'to' | 'onClick'>
}) {
  const term = findTerm(props.name)
  if (!term)
    return <span className="inline-flex min-h-8 items-center px-1 text-13 text-muted">{props.name}</span>
  return (
    <Link
      {...props.linkToTerm(term)}
      className="inline-flex min-h-11 items-center gap-2 rounded-[3px] bg-cyan/7 px-3 text-13 text-[#bfe9f7] transition-colors hover:bg-cyan/15 hover:text-white md:min-h-8"
    >
      {props.name}
      <ArrowRightIcon width={13} height={13} />
    </Link>
  )
}
