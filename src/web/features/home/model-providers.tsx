import logos from './logos.svg'
import * as texts from './texts.ts'

/** Eight providers in two tiers (decision 26), each with the id of its logo, which has one colour (`npm run logos`). */
const tiers = [
  {
    name: texts.tier(1),
    providers: [
      { name: 'OpenAI', logo: 'openai' },
      { name: 'Anthropic', logo: 'anthropic' },
    ],
  },
  {
    name: texts.tier(2),
    providers: [
      { name: texts.gemini, logo: 'gemini' },
      { name: texts.llama, logo: 'meta' },
      { name: 'Mistral', logo: 'mistral' },
      { name: 'xAI', logo: 'xai' },
      { name: 'DeepSeek', logo: 'deepseek' },
      { name: 'Cohere', logo: 'cohere' },
    ],
  },
]

export function ModelProviders() {
  return (
    <section aria-label={texts.providers} className="grid gap-4 border-y border-line py-6">
      {tiers.map((tier, index) => (
        <div key={tier.name} className="grid items-center gap-x-8 gap-y-3 md:grid-cols-[4.5rem_1fr]">
          <h2 className="label">{tier.name}</h2>
          <ul
            className={`display flex flex-wrap gap-x-6 gap-y-3 md:gap-x-11 ${index === 0 ? 'text-lg font-semibold text-text' : 'text-sm font-medium text-soft'}`}
          >
            {tier.providers.map((provider) => (
              <li key={provider.name} className="flex items-center gap-2.5 tracking-[0.04em]">
                <svg aria-hidden="true" className={index === 0 ? 'size-6' : 'size-[18px]'}>
                  <use href={`${logos}#${provider.logo}`} />
                </svg>
                {provider.name}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
