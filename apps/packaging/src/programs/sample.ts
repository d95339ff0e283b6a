/** What each program scores whose judge is a server. */
export const sample = {
  userInput: 'What is there to know of Oslo?',
  reference: 'Oslo is the capital of Norway. It has trams.',
  retrievedContexts: ['Oslo, the capital of Norway, lies at the head of a fjord.'],
}
