export default Promise.resolve({})
