import { type ReactNode, useId } from 'react'
import { Link } from '../../lib/router/router.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import * as texts from './texts.ts'

interface Props {
  code: string
  title: string
  text: string
  art: ReactNode
  opens?: { to: string; action: string }
}

/** A launch option. Without a target it is disabled and says that it is coming. */
export function LaunchCard(props: Props) {
  const heading = useId()
  const { opens } = props
  return (
    <li className="grid">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends; this is a card that can be disabled */}
      <div
        role="group"
        aria-labelledby={heading}
        aria-disabled={opens === undefined}
        className={`panel hairline cut group flex flex-col transition-[background,translate] duration-200 ${opens ? 'focus-within:bg-[#0f1a2b] hover:-translate-y-0.5 hover:bg-[#0f1a2b]' : 'cursor-not-allowed'}`}
      >
        <div className="grid aspect-[3/2] place-items-center overflow-hidden md:aspect-[4/3]">
          {props.art}
        </div>
        <div className="flex flex-1 flex-col p-5 pt-2 md:p-6 md:pt-2">
          <span aria-hidden="true" className="label">
            {props.code}
          </span>
          <h2
            id={heading}
            className={`mt-3.5 text-23 leading-tight font-semibold ${opens ? '' : 'text-soft'}`}
          >
            {opens ? (
              <Link
                to={opens.to}
                className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-4 focus-visible:after:outline-cyan"
              >
                {props.title}
              </Link>
            ) : (
              props.title
            )}
          </h2>
          <p className={`mt-1.5 flex-1 ${opens ? 'text-soft' : 'text-muted'}`}>{props.text}</p>
          {opens ? (
            <span
              aria-hidden="true"
              className="display mt-6 flex items-center gap-2.5 text-xs font-semibold tracking-[0.16em] text-cyan uppercase"
            >
              {opens.action}
              <ArrowRightIcon
                width={16}
                height={16}
                className="transition-transform duration-200 group-hover:translate-x-1"
              />
            </span>
          ) : (
            <p className="display mt-6 text-xs font-semibold tracking-[0.16em] text-warning">
              {texts.comingSoon}
            </p>
          )}
        </div>
      </div>
    </li>
  )
}
