package cis

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Nullable is a field of a request that can be set to null. Its zero value leaves the field out.
type Nullable[T any] struct {
	// Value is nil for null.
	Value *T
	// IsSet reports whether the field is sent.
	IsSet bool
}

// Value returns a field with a value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{&value, true} }

// Null returns a field that is null.
func Null[T any]() Nullable[T] { return Nullable[T]{nil, true} }

// Ptr returns a pointer to a value, for fields that may be left out.
func Ptr[T any](value T) *T { return &value }

// MarshalJSON encodes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.Value) }

// UnmarshalJSON decodes a value, or null.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	n.IsSet = true
	return json.Unmarshal(text, &n.Value)
}

// toJSON returns the value without the fields of structs that are zero and may be left out. An empty slice is not zero.
// The option omitzero of encoding/json does the same from Go 1.24 on.
func toJSON(value any) any {
	v := reflect.ValueOf(value)
	if !v.IsValid() {
		return nil
	}
	if _, ok := value.(json.Marshaler); ok && v.Kind() != reflect.Pointer {
		return value
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return toJSON(v.Elem().Interface())
	case reflect.Struct:
		return fieldsOf(v)
	case reflect.Slice:
		items := make([]any, v.Len())
		for index := range items {
			items[index] = toJSON(v.Index(index).Interface())
		}
		return items
	case reflect.Map:
		entries := map[string]any{}
		for _, key := range v.MapKeys() {
			entries[key.String()] = toJSON(v.MapIndex(key).Interface())
		}
		return entries
	default:
		return value
	}
}

func fieldsOf(v reflect.Value) map[string]any {
	fields := map[string]any{}
	for index := range v.NumField() {
		name, option, _ := strings.Cut(v.Type().Field(index).Tag.Get("json"), ",")
		if name == "-" || (option == "omitzero" && v.Field(index).IsZero()) {
			continue
		}
		fields[name] = toJSON(v.Field(index).Interface())
	}
	return fields
}
