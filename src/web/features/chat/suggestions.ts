/** Three first questions for an agent, drawn from what it says of itself. */
export function suggestionsFor(agent: {
  capabilities: readonly string[]
  knowledgeDomains: readonly string[]
}): string[] {
  const [capability, other] = agent.capabilities
  const [domain] = agent.knowledgeDomains
  return [
    ...(capability ? [`How can you help me with ${capability}?`] : []),
    ...(domain ? [`What should I know first about ${domain}?`] : []),
    other ? `Show me an example of ${other}.` : 'What are you good at?',
  ]
}
