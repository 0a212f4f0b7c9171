// Package cis is the client of the Content Intelligence Service.
package cis
