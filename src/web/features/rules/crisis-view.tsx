import * as texts from './texts.ts'

/** Who listens when somebody is in danger: a page of few words, whose numbers a phone can call. */
export function CrisisView() {
  return (
    <div className="wrap max-w-[720px] pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold text-balance md:text-38">{texts.crisisTitle}</h1>
      <p className="mt-3 text-pretty text-text">{texts.crisisIntro}</p>
      <section
        aria-labelledby="urgent"
        className="mt-7 border-l-2 border-warning bg-warning/6 px-4 py-4 md:px-6"
      >
        <h2 id="urgent" className="text-17 font-semibold">
          {texts.urgentTitle}
        </h2>
        <p className="mt-1 text-pretty text-soft">{texts.urgent}</p>
      </section>
      <section aria-labelledby="lines" className="mt-8">
        <h2 id="lines" className="label text-cyan">
          {texts.linesTitle}
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {texts.helplines.map(({ where, name, number }) => (
            <li key={where} className="flex min-h-13 flex-wrap items-center justify-between gap-x-6 py-2">
              <p className="min-w-0">
                {where}
                <span className="block text-sm text-muted">{name}</span>
              </p>
              <a
                href={`tel:${number.replaceAll(' ', '')}`}
                className="display flex min-h-11 items-center text-lg whitespace-nowrap text-cyan underline-offset-4 hover:underline"
              >
                {number}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-5 text-soft">
          {`${texts.elsewhere}: `}
          <a
            href={texts.ELSEWHERE_HREF}
            target="_blank"
            rel="noopener noreferrer"
            className="text-cyan underline underline-offset-3 hover:text-text"
          >
            {texts.elsewhereLine}
          </a>
        </p>
      </section>
    </div>
  )
}
