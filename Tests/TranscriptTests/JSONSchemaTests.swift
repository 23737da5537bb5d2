import CatchwordRPC
import TestSupport
import Testing

/// The checker of schemas itself: a check that lets everything pass would prove nothing.
struct JSONSchemaTests {
  @Test(arguments: [
    (#"{"type": "integer"}"#, "5", nil),
    (#"{"type": "integer"}"#, "5.5", "value is 5.5, which is no integer"),
    (#"{"type": "integer"}"#, "5.0", "value is 5.0, which is no integer"),
    (#"{"type": "number"}"#, "5.5", nil),
    (#"{"type": ["string", "null"]}"#, "null", nil),
    (#"{"type": ["string", "null"]}"#, "true", "value is true, which is no string or null"),
    (#"{"type": "boolean"}"#, "0", "value is 0, which is no boolean"),
    (#"{"type": "array"}"#, "{}", "value is {}, which is no array"),
    (#"{"type": "object"}"#, "[]", "value is [], which is no object"),
    (#"{"minimum": 0, "maximum": 3}"#, "0", nil),
    (#"{"minimum": 0, "maximum": 3}"#, "-1", "value is -1, below 0.0"),
    (#"{"minimum": 0, "maximum": 3}"#, "4", "value is 4, above 3.0"),
    (#"{"minLength": 1}"#, #""é""#, nil),
    (#"{"minLength": 1}"#, #""""#, "value is shorter than 1"),
    (#"{"const": "begin"}"#, #""end""#, #"value is "end", not "begin""#),
    (#"{"enum": [1, 2]}"#, "3", "value is 3, which is none of 1, 2"),
    (#"{"items": {"type": "string"}}"#, #"["a", 1]"#, "value[1] is 1, which is no string"),
    (#"{"required": ["a"]}"#, "{}", "value.a is missing"),
    (#"{"properties": {"a": {"type": "null"}}}"#, #"{"a": 1}"#, "value.a is 1, which is no null"),
    (#"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"a": 1}"#, nil),
    (#"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"b": 1}"#, "value.b must not be there"),
    (#"{"additionalProperties": {"type": "null"}}"#, #"{"b": 1}"#, "value.b is 1, which is no null"),
    (#"{"oneOf": [{"type": "integer"}, {"minimum": 3}]}"#, "5", "value is 2 things at once"),
    (#"{"oneOf": [{"type": "integer"}, {"minimum": 3}]}"#, "1", nil),
    (#"{"oneOf": [{"type": "string"}, {"const": 1}]}"#, "2", "value is 2, which is no string; and is 2, not 1"),
    (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "null", nil),
  ])
  func violations(schema: String, value: String, expected: String?) throws {
    let schema = try JSONSchema(JSONValue(parsing: schema))
    #expect(try schema.violation(in: JSONValue(parsing: value))?.description == expected)
  }

  @Test func theAlternativeThatWasMeantIsNamed() throws {
    let schema = try JSONSchema([
      "anyOf": [["type": "null"], ["$ref": "#/$defs/a~1list"]],
      "$defs": ["a/list": ["type": "array", "items": ["properties": ["kind": ["maximum": 25]]]]],
    ])
    #expect(schema.violation(in: [["kind": 25], ["kind": 26]])?.description == "value[1].kind is 26, above 25.0")
  }

  @Test(arguments: [
    (#"{"tpye": "string"}"#, "#/tpye is a keyword"),
    (#"{"properties": {"a": {"maximun": 1}}}"#, "#/properties/a/maximun is a keyword"),
    (#"{"anyOf": [{"type": "text"}]}"#, "#/anyOf/0/type is \"text\""),
    (##"{"items": {"$ref": "#/$defs/nowhere"}}"##, "#/items/$ref is"),
    (#"{"$defs": {"a": {"required": "b"}}}"#, "#/$defs/a/required is"),
    (#"{"enum": []}"#, "#/enum is"),
    (#"{"anyOf": []}"#, "#/anyOf is"),
    ("5", "# is no schema"),
  ])
  func whatIsNoSchemaIsRefused(text: String, reason: String) throws {
    let value = try JSONValue(parsing: text)
    let refusal = #expect(throws: JSONSchema.Malformed.self) { try JSONSchema(value) }
    #expect(refusal?.description.hasPrefix(reason) == true, "\(refusal?.description ?? "")")
  }
}
