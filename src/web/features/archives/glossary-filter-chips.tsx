import { type GlossaryCategory, glossaryCategories, glossaryCategoryNames } from './glossary-terms.ts'
import * as texts from './texts.ts'

export const categoryHues: Readonly<Record<GlossaryCategory, string>> = {
  AI: 'hue-neural',
  ML: 'hue-synthetic',
  TECH: 'hue-quantum',
}

/** The filter buttons All, AI, ML and TECH, one of which is always chosen (section 2). */
export function GlossaryFilterChips(props: {
  chosen: GlossaryCategory | undefined
  onChoose: (category: GlossaryCategory | undefined) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends; these are toggles
    <div role="group" aria-label={texts.categories} className="flex flex-wrap gap-2 md:gap-3 md:py-1.25">
      {[undefined, ...glossaryCategories].map((category) => (
        <button
          key={category ?? 'All'}
          type="button"
          aria-pressed={props.chosen === category}
          onClick={() => props.onChoose(category)}
          className={`display ${category ? categoryHues[category] : ''} inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-[rgb(127_214_255/0.03)] px-4 text-13 font-medium tracking-[0.04em] text-soft transition-colors hover:text-text aria-pressed:border-(--hue) aria-pressed:bg-[color-mix(in_oklab,var(--hue)_14%,transparent)] aria-pressed:text-text md:min-h-9.5`}
        >
          {category ? <CategoryName category={category} /> : texts.all}
        </button>
      ))}
    </div>
  )
}

export function CategoryName({ category }: { category: GlossaryCategory }) {
  return (
    <span>
      <span className="font-semibold tracking-[0.1em] text-[color-mix(in_oklab,var(--hue)_80%,white)]">
        {category}
      </span>{' '}
      {glossaryCategoryNames[category]}
    </span>
  )
}
