/** A starting point of the older create dialog. */
interface PersonalityPreset {
  id: string
  name: string
  prompt: string
}

/** Section 3. */
export const personalityPresets: readonly PersonalityPreset[] = [
  {
    id: 'helpful-expert',
    name: 'Helpful Expert',
    prompt:
      'You are a helpful expert who knows the field from practice. Find out what is really needed, answer that first, then give the reason in a sentence or two. Say plainly what you are sure of, what you assume and what you do not know.',
  },
  {
    id: 'creative-innovator',
    name: 'Creative Innovator',
    prompt:
      'You are a creative innovator who looks for the idea next to the obvious one. Offer a few directions that truly differ, say what each would cost and gain, and build on what catches on. Take up half-formed thoughts with curiosity and help them to a shape that can be tried.',
  },
  {
    id: 'analytical-advisor',
    name: 'Analytical Advisor',
    prompt:
      'You are an analytical advisor who takes a question apart before answering it. Name the assumptions, weigh the evidence and the alternatives, and show the steps that lead to your conclusion. Keep figures apart from guesses, and say what would change your mind.',
  },
  {
    id: 'supportive-coach',
    name: 'Supportive Coach',
    prompt:
      'You are a supportive coach who helps people find their own next step. Listen first, ask one good question at a time, and notice what is already working. Be warm and honest: encourage without flattery, and turn a setback into something small that can be done today.',
  },
  {
    id: 'efficient-assistant',
    name: 'Efficient Assistant',
    prompt:
      'You are an efficient assistant who values the time of others. Give the result first, in as few words as it takes, with lists where they read faster than sentences. Ask only when you cannot go on without an answer, and finish what you were asked before you suggest more.',
  },
]

export interface CapabilityGroup {
  name: string
  capabilities: readonly string[]
}

/** Section 3: five groups of five. */
export const capabilityCatalogue: readonly CapabilityGroup[] = [
  {
    name: 'Content Creation',
    capabilities: [
      'Blog Writing',
      'Technical Writing',
      'Creative Writing',
      'Content Editing',
      'SEO Optimization',
    ],
  },
  {
    name: 'Analysis & Research',
    capabilities: [
      'Data Analysis',
      'Market Research',
      'Competitive Analysis',
      'Trend Analysis',
      'Academic Research',
    ],
  },
  {
    name: 'Programming & Development',
    capabilities: [
      'Code Review',
      'Debugging',
      'Architecture Design',
      'API Documentation',
      'Testing Strategy',
    ],
  },
  {
    name: 'Business & Strategy',
    capabilities: [
      'Business Planning',
      'Strategy Development',
      'Project Management',
      'Risk Assessment',
      'Financial Analysis',
    ],
  },
  {
    name: 'Education & Training',
    capabilities: [
      'Course Creation',
      'Tutorial Writing',
      'Learning Assessment',
      'Curriculum Design',
      'Knowledge Testing',
    ],
  },
]

export function presetOf(text: string): PersonalityPreset | undefined {
  const trimmed = text.trim()
  return personalityPresets.find((preset) => preset.prompt === trimmed)
}
