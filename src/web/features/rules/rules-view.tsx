import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/http/api.ts'
import { Link } from '../../lib/router/router.tsx'
import { Figures } from './figures.tsx'
import { rulesQuery } from './rules-queries.ts'
import * as texts from './texts.ts'

/** What is welcome here, what is done about the rest, whom to write to, and what was done so far. */
export function RulesView() {
  const contact = useQuery(rulesQuery(useApi())).data?.contact
  return (
    <div className="wrap max-w-[720px] pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      <p className="mt-3 text-pretty text-soft">{texts.summary}</p>
      <Part id="ai" title={texts.aboutAi}>
        {texts.aboutAiText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Part>
      <Part id="not-welcome" title={texts.rules}>
        <ul className="grid gap-2 border-l border-line pl-4">
          {texts.ruleList.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Part>
      <Part id="what-happens" title={texts.whatHappens}>
        {texts.whatHappensText.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Part>
      <Part id="contact" title={texts.contact}>
        {contact === undefined ? null : (
          <p>{contact === null ? texts.noContact : <Contact contact={contact} />}</p>
        )}
        <p>
          {`${texts.crisisLine} `}
          <Link to="/crisis" className="text-cyan underline underline-offset-3 hover:text-text">
            {texts.crisisLink}
          </Link>
        </p>
      </Part>
      <Part id="figures" title={texts.figures}>
        <p>{texts.figuresIntro}</p>
        <Figures />
      </Part>
    </div>
  )
}

function Contact({ contact }: { contact: string }) {
  const href = contact.includes('@') ? `mailto:${contact}` : contact
  return (
    <a href={href} rel="noopener noreferrer" className="text-cyan underline underline-offset-3 wrap-anywhere">
      {contact}
    </a>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line pt-5">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-3 grid gap-3 text-pretty text-soft">{children}</div>
    </section>
  )
}
