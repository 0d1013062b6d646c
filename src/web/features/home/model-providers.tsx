import anthropic from '@lobehub/icons-static-svg/icons/anthropic.svg?raw'
import cohere from '@lobehub/icons-static-svg/icons/cohere.svg?raw'
import deepseek from '@lobehub/icons-static-svg/icons/deepseek.svg?raw'
import gemini from '@lobehub/icons-static-svg/icons/gemini.svg?raw'
import meta from '@lobehub/icons-static-svg/icons/meta.svg?raw'
import mistral from '@lobehub/icons-static-svg/icons/mistral.svg?raw'
import openai from '@lobehub/icons-static-svg/icons/openai.svg?raw'
import xai from '@lobehub/icons-static-svg/icons/xai.svg?raw'
import * as texts from './texts.ts'

/** Eight providers in two tiers (decision 26). The logos have one colour and are shown with their names. */
const tiers = [
  {
    name: texts.tier(1),
    providers: [
      { name: 'OpenAI', logo: openai },
      { name: 'Anthropic', logo: anthropic },
    ],
  },
  {
    name: texts.tier(2),
    providers: [
      { name: texts.gemini, logo: gemini },
      { name: texts.llama, logo: meta },
      { name: 'Mistral', logo: mistral },
      { name: 'xAI', logo: xai },
      { name: 'DeepSeek', logo: deepseek },
      { name: 'Cohere', logo: cohere },
    ],
  },
]

/** The path data of a logo. The paths are extracted because Trusted Types forbids inserting the markup as a string. */
function pathsOf(logo: string): string[] {
  return [...logo.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path)
}

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
                <svg
                  aria-hidden="true"
                  viewBox="0 0 24 24"
                  fill="currentColor"
                  fillRule="evenodd"
                  className={index === 0 ? 'size-6' : 'size-[18px]'}
                >
                  {pathsOf(provider.logo).map((path) => (
                    <path key={path} d={path} />
                  ))}
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
